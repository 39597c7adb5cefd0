"""What screens show: frozen data, no rule and no widget. Begin with common/parts.py."""

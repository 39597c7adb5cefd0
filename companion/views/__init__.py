"""What screens show: frozen data, no rule and no widget."""

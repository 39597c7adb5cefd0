"""Commands, pieces and situations as text for people, and back."""

"""What `tileproof check FILE.py` runs in the author's interpreter: kernels and launches, recorded as a table."""

"""A search that times every configuration."""

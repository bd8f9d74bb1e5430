"""NVIDIA's bindings, made up."""

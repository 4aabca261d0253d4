"""Attacks on a server, and what a healthy table notices of them."""

package org.jzenith.benchmark.baseline;

/** The answer of {@code /json}. */
record Message(String message) {}

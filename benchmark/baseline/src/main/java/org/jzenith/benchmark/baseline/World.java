package org.jzenith.benchmark.baseline;

/** A row of the table {@code world}. */
record World(int id, int randomNumber) {}

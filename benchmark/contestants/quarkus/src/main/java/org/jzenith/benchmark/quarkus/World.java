package org.jzenith.benchmark.quarkus;

public record World(int id, int randomNumber) {}

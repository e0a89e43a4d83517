package org.jzenith.benchmark.quarkus;

public record Fortune(int id, String message) {}

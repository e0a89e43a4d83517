package org.jzenith.benchmark.quarkus;

public record Message(String message) {}

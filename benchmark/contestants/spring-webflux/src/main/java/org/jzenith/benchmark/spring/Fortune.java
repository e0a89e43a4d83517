package org.jzenith.benchmark.spring;

public record Fortune(int id, String message) {}

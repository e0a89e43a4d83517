package org.jzenith.benchmark.spring;

public record Message(String message) {}

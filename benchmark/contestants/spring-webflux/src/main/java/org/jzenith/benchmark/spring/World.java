package org.jzenith.benchmark.spring;

public record World(int id, int randomNumber) {}

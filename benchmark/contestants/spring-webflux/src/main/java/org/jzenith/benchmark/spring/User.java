package org.jzenith.benchmark.spring;

import java.util.UUID;

public record User(UUID id, String name, String email) {}

package org.jzenith.benchmark.vertxweb;

record World(int id, int randomNumber) {}

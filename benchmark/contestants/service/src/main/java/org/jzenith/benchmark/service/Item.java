package org.jzenith.benchmark.service;

/**
 * An element of a list, a stream or a table.
 *
 * @param id its number
 * @param name its name
 */
public record Item(int id, String name) {}

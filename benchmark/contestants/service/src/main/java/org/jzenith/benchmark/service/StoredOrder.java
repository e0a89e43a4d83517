package org.jzenith.benchmark.service;

/**
 * An order in the database.
 *
 * @param id the id of the row
 * @param customer who ordered
 */
public record StoredOrder(long id, String customer) {}

package org.jzenith.benchmark.messages;

/**
 * An order of a customer.
 *
 * @param customer the name
 * @param number counts the orders of the customer from 1
 * @param amount what it costs
 */
public record OrderPlaced(String customer, long number, int amount) {}

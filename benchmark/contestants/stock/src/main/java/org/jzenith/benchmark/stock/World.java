package org.jzenith.benchmark.stock;

/**
 * A row of the table {@code world}.
 *
 * @param id 1 to 10,000
 * @param randomNumber 1 to 10,000
 */
public record World(int id, int randomNumber) {

    static final int ROWS = 10_000;
}

package org.jzenith.docs.cookbook.json;

import java.math.BigDecimal;

record Money(BigDecimal amount, String currency) {

    static Money parse(final String text) {
        final String[] parts = text.split(" ", -1);
        if (parts.length != 2 || !parts[1].matches("[A-Z]{3}")) {
            throw new IllegalArgumentException("An amount is written as 12.50 EUR.");
        }
        return new Money(new BigDecimal(parts[0]), parts[1]);
    }

    @Override
    public String toString() {
        return amount.toPlainString() + " " + currency;
    }
}

package org.jzenith.docs.features.catalog;

import io.reactivex.Single;
import java.math.BigDecimal;

/** The catalog as other features see it. */
public interface Catalog {

    /** Returns the price of a product, or fails if there is none. */
    Single<BigDecimal> price(String product);
}

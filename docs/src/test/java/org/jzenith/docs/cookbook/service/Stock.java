package org.jzenith.docs.cookbook.service;

import io.reactivex.Maybe;

/** The stock service. */
interface Stock {

    /** The pieces of an article that are there; empty if the article is unknown. */
    Maybe<Integer> pieces(String article);
}

package org.jzenith.benchmark.gateway;

/** An article, 170 bytes as JSON. */
record Article(String id, String name, String description, int pieces, double price, boolean sold) {

    static Article of(final String id) {
        return new Article(
                id,
                "A tea pot of porcelain",
                "White, with a blue rim and a lid, for one liter of tea or so",
                17,
                29.5,
                false);
    }
}

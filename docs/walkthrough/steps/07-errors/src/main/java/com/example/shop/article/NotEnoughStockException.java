package com.example.shop.article;

/** The stock of an article is too low for an order. */
public final class NotEnoughStockException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String article;
    private final int stock;

    NotEnoughStockException(final Article article) {
        super("There are only " + article.stock() + " pieces of '"
                + article.name() + "'.");
        this.article = article.name();
        this.stock = article.stock();
    }

    public String article() {
        return article;
    }

    public int stock() {
        return stock;
    }
}

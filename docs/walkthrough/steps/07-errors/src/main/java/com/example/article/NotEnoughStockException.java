package com.example.article;

/** An order needs more pieces of an article than there are. */
public final class NotEnoughStockException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String article;
    private final int stock;

    NotEnoughStockException(final Article article) {
        super("There are only " + article.stock() + " pieces of '" + article.name() + "'.");
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

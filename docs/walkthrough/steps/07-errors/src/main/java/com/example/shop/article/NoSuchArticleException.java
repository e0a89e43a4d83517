package com.example.shop.article;

/** Thrown when no article has the requested name. */
public final class NoSuchArticleException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String article;

    NoSuchArticleException(final String article) {
        super("There is no article '" + article + "'.");
        this.article = article;
    }

    public String article() {
        return article;
    }
}

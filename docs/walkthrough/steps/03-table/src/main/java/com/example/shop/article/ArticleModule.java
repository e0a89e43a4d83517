package com.example.shop.article;

import com.google.inject.AbstractModule;

/** Binds the classes of the articles for injection. */
public final class ArticleModule extends AbstractModule {

    @Override
    protected void configure() {
        bind(ArticleTable.class);
    }
}

package com.example.article;

import com.google.inject.AbstractModule;

/** Binds what the articles consist of. */
public final class ArticleModule extends AbstractModule {

    @Override
    protected void configure() {
        bind(ArticleTable.class);
    }
}

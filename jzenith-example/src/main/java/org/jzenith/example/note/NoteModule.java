package org.jzenith.example.note;

import com.google.inject.AbstractModule;

/** Binds the note feature. */
public final class NoteModule extends AbstractModule {

    @Override
    protected void configure() {
        bind(NoteTable.class);
    }
}

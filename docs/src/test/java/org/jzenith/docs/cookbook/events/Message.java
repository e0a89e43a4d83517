package org.jzenith.docs.cookbook.events;

/** What is shown to everybody. */
record Message(String id, String text) {}

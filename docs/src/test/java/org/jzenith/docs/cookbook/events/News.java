package org.jzenith.docs.cookbook.events;

/** A line of news. */
record News(String text) {}

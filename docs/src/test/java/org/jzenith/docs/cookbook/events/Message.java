package org.jzenith.docs.cookbook.events;

/** A message that everybody sees. */
record Message(String id, String text) {}

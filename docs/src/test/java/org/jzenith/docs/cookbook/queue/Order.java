package org.jzenith.docs.cookbook.queue;

// region class
public record Order(String article, String email) {}
// endregion

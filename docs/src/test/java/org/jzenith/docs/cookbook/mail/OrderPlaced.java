package org.jzenith.docs.cookbook.mail;

// region class
public record OrderPlaced(long order, String customer, String email) {}
// endregion

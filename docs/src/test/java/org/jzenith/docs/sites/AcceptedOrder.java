package org.jzenith.docs.sites;

// region class
/** An order, as both sites hear of it. */
public record AcceptedOrder(String site, String customer, long cents) {}
// endregion

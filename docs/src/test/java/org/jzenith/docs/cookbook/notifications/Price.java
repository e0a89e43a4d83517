package org.jzenith.docs.cookbook.notifications;

public record Price(String article, int cents) {}

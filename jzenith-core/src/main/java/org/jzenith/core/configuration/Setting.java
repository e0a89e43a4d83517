package org.jzenith.core.configuration;

/**
 * One value as somebody wrote it.
 *
 * @param value the text, expressions not yet resolved
 * @param origin where it stands, as an operator knows it
 */
record Setting(String value, String origin) {}

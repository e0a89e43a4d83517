package org.jzenith.core.configuration;

/**
 * One value as it is written in a source.
 *
 * @param value the text, expressions not yet resolved
 * @param origin the source, as an operator knows it
 */
record Setting(String value, String origin) {}

/**
 * Runs the Jakarta REST TCK: a container for Arquillian in the TCK's JVM, which reads WARs, and a server, a JVM of its
 * own, in which each WAR becomes an application of jZenith or, for comparison, of stock RESTEasy.
 */
@NullMarked
package org.jzenith.tck;

import org.jspecify.annotations.NullMarked;

/**
 * Internal. The check of the JUnit versions on the class path, which JUnit's launcher runs before it looks for tests. A version
 * that the test kit does not work with fails the run with the remedy.
 */
@NullMarked
package org.jzenith.test.internal.junit;

import org.jspecify.annotations.NullMarked;

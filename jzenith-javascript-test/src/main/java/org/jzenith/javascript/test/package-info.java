/**
 * For users: runs tests that are written in JavaScript, beside the handlers, as dynamic tests of JUnit. {@link
 * org.jzenith.javascript.test.JavaScriptTests} finds the files of a folder.
 */
@NullMarked
package org.jzenith.javascript.test;

import org.jspecify.annotations.NullMarked;

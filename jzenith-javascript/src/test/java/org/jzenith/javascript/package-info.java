/** Tests through the front door: handlers in JavaScript of the folder {@code handlers} beside the tests, or of temporary ones. */
@org.jspecify.annotations.NullUnmarked
package org.jzenith.javascript;

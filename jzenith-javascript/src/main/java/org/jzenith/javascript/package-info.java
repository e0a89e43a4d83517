/**
 * For users: handlers of HTTP requests in JavaScript. {@link org.jzenith.javascript.JavaScriptPlugin} serves the routes that the files
 * of a folder register; GraalJS runs them on the event loops of the application.
 */
@NullMarked
package org.jzenith.javascript;

import org.jspecify.annotations.NullMarked;

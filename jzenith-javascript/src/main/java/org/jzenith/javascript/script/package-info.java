/**
 * For plugins: objects that handlers in JavaScript get beside the request, such as {@code sql}. A plugin binds a {@link
 * org.jzenith.javascript.script.ScriptApi}, which creates its object from the {@link
 * org.jzenith.javascript.script.ScriptRequest} that asks for it.
 */
@NullMarked
package org.jzenith.javascript.script;

import org.jspecify.annotations.NullMarked;

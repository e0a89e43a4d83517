/** Internal. The hooks of RxJava, which carry the context of a request over threads and report what nobody handles. */
@NullMarked
package org.jzenith.core.internal.rx;

import org.jspecify.annotations.NullMarked;

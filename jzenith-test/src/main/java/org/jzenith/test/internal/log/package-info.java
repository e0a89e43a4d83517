/** Internal. What an application writes during a test: its log, and the standard output. */
@NullMarked
package org.jzenith.test.internal.log;

import org.jspecify.annotations.NullMarked;

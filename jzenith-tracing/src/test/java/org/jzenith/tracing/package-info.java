@NullMarked
package org.jzenith.tracing;

import org.jspecify.annotations.NullMarked;

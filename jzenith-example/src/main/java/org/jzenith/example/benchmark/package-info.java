/** The six TechEmpower tests and the optional seventh, as ordinary resources. */
@NullMarked
package org.jzenith.example.benchmark;

import org.jspecify.annotations.NullMarked;

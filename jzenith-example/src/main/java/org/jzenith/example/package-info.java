/**
 * An application in the shape that users copy: {@link org.jzenith.example.ExampleApplication} puts two features
 * together, each in a package of its own.
 */
@NullMarked
package org.jzenith.example;

import org.jspecify.annotations.NullMarked;

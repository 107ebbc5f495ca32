/** Tests of the loader. */
@NullMarked
package io.sluice.examples.loader.doctor;

import org.jspecify.annotations.NullMarked;

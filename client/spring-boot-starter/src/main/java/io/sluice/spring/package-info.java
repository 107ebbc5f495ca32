/**
 * A connection for Spring Boot programs, as a bean with metrics and health. With Spring Boot 3.5 and 4.
 */
@NullMarked
package io.sluice.spring;

import org.jspecify.annotations.NullMarked;

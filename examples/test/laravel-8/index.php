<?php

// Runs examples/laravel on Laravel 8, as Debian 12 has it: its routes, controllers, middleware, provider, views and configuration.
// Only bootstrap/app.php and public/index.php, which need Laravel 11, are replaced.

use App\Http\Middleware\ContentSecurityPolicy;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel as HttpKernel;
use Illuminate\Cookie\Middleware as Cookies;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Exceptions\Handler;
use Illuminate\Foundation\Http\Kernel;
use Illuminate\Foundation\Http\Middleware\VerifyCsrfToken;
use Illuminate\Http\Request;
use Illuminate\Session\Middleware\StartSession;
use Illuminate\Support\Facades\Route;
use Illuminate\View\Middleware\ShareErrorsFromSession;

if (is_file($_SERVER['DOCUMENT_ROOT'] . $_SERVER['SCRIPT_NAME']) && $_SERVER['SCRIPT_NAME'] !== '/index.php') {
    return false; // PHP serves the file
}
error_reporting(E_ALL & ~E_DEPRECATED); // Laravel 8 is older than PHP 8.2
require 'Illuminate/autoload.php';
$base = dirname(__DIR__, 2) . '/laravel';
spl_autoload_register(function (string $class) use ($base): void {
    foreach (['App\\' => "$base/app", 'FeedbackBoard\\' => dirname($base, 2) . '/kits/php/src'] as $space => $folder) {
        if (str_starts_with($class, $space)) {
            require $folder . '/' . strtr(substr($class, strlen($space)), '\\', '/') . '.php';
        }
    }
});

$storage = getenv('TEST_STORAGE');
foreach (['SERVICES', 'PACKAGES', 'ROUTES', 'EVENTS'] as $name) {
    $_ENV["APP_{$name}_CACHE"] = $_SERVER["APP_{$name}_CACHE"] = "$storage/$name.php";
}
$_ENV['APP_CONFIG_CACHE'] = $_SERVER['APP_CONFIG_CACHE'] = __DIR__ . '/config.php';

$app = new Application($base);
$app->useStoragePath($storage);
$app->singleton(ExceptionHandler::class, Handler::class);
$app->singleton(HttpKernel::class, get_class(new class ($app, $app['router']) extends Kernel {
    protected $middlewareGroups = [
        'web' => [
            Cookies\EncryptCookies::class,
            Cookies\AddQueuedCookiesToResponse::class,
            StartSession::class,
            ShareErrorsFromSession::class,
            VerifyCsrfToken::class,
            ContentSecurityPolicy::class,
        ],
    ];
}));
$app->booted(function () use ($base): void {
    Route::middleware('web')->group("$base/routes/web.php");
    Route::getRoutes()->refreshNameLookups();
});

$kernel = $app->make(HttpKernel::class);
$request = Request::capture();
$response = $kernel->handle($request)->send();
$kernel->terminate($request, $response);

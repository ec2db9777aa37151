<?php

// What Laravel 11 and newer have by default, and what the example sets.
$base = dirname(__DIR__, 2) . '/laravel';

return [
    'app' => [
        'name' => 'Acme',
        'env' => 'local',
        'debug' => true,
        'url' => 'http://localhost',
        'timezone' => 'UTC',
        'locale' => 'en',
        'fallback_locale' => 'en',
        'key' => str_repeat('k', 32),
        'cipher' => 'AES-256-CBC',
        'providers' => [
            Illuminate\Auth\AuthServiceProvider::class,
            Illuminate\Cookie\CookieServiceProvider::class,
            Illuminate\Encryption\EncryptionServiceProvider::class,
            Illuminate\Filesystem\FilesystemServiceProvider::class,
            Illuminate\Foundation\Providers\FoundationServiceProvider::class,
            Illuminate\Hashing\HashServiceProvider::class,
            Illuminate\Session\SessionServiceProvider::class,
            Illuminate\Translation\TranslationServiceProvider::class,
            Illuminate\Validation\ValidationServiceProvider::class,
            Illuminate\View\ViewServiceProvider::class,
            App\Providers\AppServiceProvider::class,
        ],
        'aliases' => [],
    ],
    'auth' => array_replace_recursive([
        'defaults' => ['guard' => 'web', 'passwords' => 'users'],
        'guards' => ['web' => ['driver' => 'session', 'provider' => 'users']],
    ], require "$base/config/auth.php"),
    'hashing' => ['driver' => 'bcrypt'],
    'logging' => [
        'default' => 'stderr',
        'channels' => ['stderr' => ['driver' => 'errorlog']],
    ],
    'services' => require "$base/config/services.php",
    'session' => [
        'driver' => 'file',
        'files' => getenv('TEST_STORAGE'),
        'lifetime' => 120,
        'expire_on_close' => false,
        'encrypt' => false,
        'lottery' => [0, 1],
        'cookie' => 'acme_session',
        'path' => '/',
        'domain' => null,
        'secure' => null,
        'http_only' => true,
        'same_site' => 'lax',
    ],
    'view' => ['paths' => ["$base/resources/views"], 'compiled' => getenv('TEST_STORAGE')],
];

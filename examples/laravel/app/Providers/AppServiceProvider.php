<?php

namespace App\Providers;

use App\Auth\People;
use FeedbackBoard\Signer;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\ServiceProvider;

class AppServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->singleton(Signer::class, fn () => new Signer(
            projectId: config('services.feedback.project_id'),
            keyId: config('services.feedback.key_id'),
            privateKey: file_get_contents(config('services.feedback.private_key_file')),
            apiOrigin: config('services.feedback.api_origin'),
            boardOrigin: config('services.feedback.board_origin'),
        ));
    }

    public function boot(): void
    {
        Auth::provider('people', fn () => new People());
    }
}

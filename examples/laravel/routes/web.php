<?php

use App\Http\Controllers\FeedbackController;
use App\Http\Controllers\LoginController;
use Illuminate\Support\Facades\Route;

Route::view('/', 'home');
Route::view('/login', 'login')->name('login');
Route::post('/login', [LoginController::class, 'logIn']);
Route::post('/logout', [LoginController::class, 'logOut']);

// Without the middleware `auth`: it would redirect a guest, and the first one is asked by a script.
Route::get('/feedback/token', [FeedbackController::class, 'token']);
Route::get('/feedback/sign-in', [FeedbackController::class, 'signIn']);
